import type { letters as english } from './en-letters.ts';
import type { Translated } from './languages.ts';

/** See en-letters.ts. */
export const letters: Translated<typeof english> = {
  problemAnswer: {
    subject: '对您所报告的“{dataset}”问题的答复',
    body: `{firstName}，您好：

您在 {site} 报告了“{dataset}”的一个问题。实验室答复如下：

{answer}

您当时{file}写道：

{message}
`,
    file: '就文件 {path} ',
  },
};
