import { type PdfOrder, signaturePdf } from './signature-pdf.ts';

export const write = (order: PdfOrder): Promise<Uint8Array> => signaturePdf(order);
