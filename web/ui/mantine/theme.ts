import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { t } from '#texts';

/** Mantine requires ten shades; none is used, since every variable made from them is replaced below. */
const shades = (hex: string): MantineColorsTuple => [hex, hex, hex, hex, hex, hex, hex, hex, hex, hex];

/** Mantine's colour names → tokens of tokens.css: solid, hover, soft background, text on that background. */
const tones = {
  brand: ['--primary', '--primary-hover', '--primary-soft', '--link'],
  ok: ['--ok', '--ok', '--ok-soft', '--ok'],
  warn: ['--warn', '--warn', '--warn-soft', '--warn'],
  error: ['--error', '--error', '--error-soft', '--error'],
  neutral: ['--muted', '--ink', '--skeleton', '--muted'],
} as const;

const close = { 'aria-label': t.admin.close };

export const theme = createTheme({
  primaryColor: 'brand',
  colors: Object.fromEntries(Object.keys(tones).map((name) => [name, shades('#006ed4')])),
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: { fontWeight: '600', fontFamily: 'var(--font)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-primary)' } : colors;
  },
  components: {
    Checkbox: { defaultProps: { iconColor: 'var(--on-primary)' } },
    Modal: { defaultProps: { transitionProps: { duration: 160 }, radius: 'lg', closeButtonProps: close } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 }, closeButtonProps: close } },
    // Mantine's placeholder is a focusable element without a role inside role=menu, which that role does not allow.
    Menu: { defaultProps: { transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false } },
    Badge: {
      defaultProps: { variant: 'light', tt: 'none', fw: 600, radius: 'sm' },
      vars: () => ({ root: { '--badge-fz': '0.75rem' } }),
      styles: { label: { lineHeight: '1rem' } },
    },
    // Their container is the live region: a role of their own would announce them twice.
    Notification: { defaultProps: { closeButtonProps: close, role: 'presentation' } },
  },
});

const values: Record<string, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-error': 'var(--error)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-placeholder': 'var(--subtle)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--subtle)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
  '--mantine-shadow-md': 'var(--overlay-shadow)',
  '--mantine-shadow-xl': 'var(--overlay-shadow)',
};
for (const [name, [solid, hover, soft, words]] of Object.entries(tones)) {
  const color = `--mantine-color-${name}`;
  Object.assign(values, {
    [`${color}-filled`]: `var(${solid})`,
    [`${color}-filled-hover`]: `var(${hover})`,
    [`${color}-light`]: `var(${soft})`,
    [`${color}-light-hover`]: `var(${soft})`,
    [`${color}-light-color`]: `var(${words})`,
    [`${color}-outline`]: `var(${words})`,
    [`${color}-outline-hover`]: `var(${soft})`,
    [`${color}-text`]: `var(${words})`,
  });
  for (let shade = 0; shade < 10; shade++) values[`${color}-${shade}`] = `var(${shade < 2 ? soft : words})`;
}

/** Shades of Mantine's two grey scales that components reference by number, from the lightest to the darkest in use. */
const greys = {
  gray: [
    '--sunken',
    '--sunken',
    '--line',
    '--line',
    '--border',
    '--subtle',
    '--muted',
    '--ink',
    '--ink',
    '--ink',
  ],
  dark: [
    '--ink',
    '--muted',
    '--muted',
    '--subtle',
    '--border',
    '--sunken',
    '--surface',
    '--surface',
    '--bg',
    '--bg',
  ],
};
for (const [name, tokens] of Object.entries(greys)) {
  for (const [shade, token] of tokens.entries()) values[`--mantine-color-${name}-${shade}`] = `var(${token})`;
}

/** The tokens change with the colour scheme themselves, so both schemes get the same references. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: values,
  dark: values,
});
