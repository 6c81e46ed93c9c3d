import { type CSSVariablesResolver, colorsTuple, createTheme } from '@mantine/core'

/** The admin's only raw colors: those of the shop. */
const COLORS = {
  paper: '#f7f3ec',
  card: '#fffdf9',
  ground: '#f2eee6',
  ink: '#1d2a36',
  inkSoft: '#4d5b66',
  inkLift: '#2c3c4a',
  line: '#e2dacd',
  lineStrong: '#8c8578',
  clay: '#a3542b',
  clayLight: '#f0c9b1',
  moss: '#3f5d45',
  mossLight: '#dfe8df',
  amber: '#8a5a00',
  amberLight: '#f7e7c4',
  brick: '#a12f2b',
  brickLight: '#f6e4df',
} as const

const TEXT_FONTS = '"Figtree Variable", "Figtree Fallback", system-ui, sans-serif'
const DISPLAY_FONTS = '"Fraunces Variable", "Fraunces Fallback", Georgia, serif'

const OVERLAY_PROPS = { color: COLORS.ink, backgroundOpacity: 0.35 }

/**
 * Whether CSS makes text fields as high as their text. Where it does not, Mantine measures them, which leaves some of them
 * too low or too high after the window has become narrower or wider.
 */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content')

/** Mantine's theme in the shop's colors and typefaces. Controls are at least 44 px high on touch screens. */
export const theme = createTheme({
  fontFamily: TEXT_FONTS,
  headings: { fontFamily: DISPLAY_FONTS, fontWeight: '600', textWrap: 'balance' },
  white: COLORS.card,
  black: COLORS.ink,
  primaryColor: 'ink',
  colors: {
    ink: colorsTuple(COLORS.ink),
    clay: colorsTuple(COLORS.clay),
    moss: colorsTuple(COLORS.moss),
    amber: colorsTuple(COLORS.amber),
    brick: colorsTuple(COLORS.brick),
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '10px' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.1875rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55' },
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { size: 'lg', tt: 'none' } },
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    CloseButton: { defaultProps: { size: 44, 'aria-label': 'Close' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: {
        size: 'md',
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
    },
    Textarea: { defaultProps: { size: 'md', autosize: !GROWS_BY_ITSELF } },
    Autocomplete: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md', hideControls: true } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', rightSectionWidth: 32 } },
    Notification: { defaultProps: { closeButtonProps: { size: 44, 'aria-label': 'Close' } } },
    Modal: { defaultProps: { centered: true, radius: 'lg', overlayProps: OVERLAY_PROPS, shadow: 'sm' } },
    Drawer: { defaultProps: { overlayProps: OVERLAY_PROPS, shadow: 'sm' } },
  },
})

/** Mantine's CSS variables in the shop's colors: the page is paper, surfaces on it are card. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    ...Object.fromEntries(Object.entries(COLORS).map(([name, color]) => [`--admin-${kebab(name)}`, color])),
    '--admin-display': DISPLAY_FONTS,
  },
  light: {
    '--mantine-color-text': COLORS.ink,
    '--mantine-color-dimmed': COLORS.inkSoft,
    '--mantine-color-placeholder': COLORS.inkSoft,
    '--mantine-color-disabled-color': COLORS.inkSoft,
    '--mantine-color-error': COLORS.brick,
    '--mantine-color-anchor': COLORS.clay,
    '--mantine-color-default-border': COLORS.lineStrong,
    '--mantine-color-ink-filled-hover': COLORS.inkLift,
    ...Object.fromEntries(
      [COLORS.ground, COLORS.ground, COLORS.line, COLORS.line, COLORS.lineStrong].map((color, shade) => [
        `--mantine-color-gray-${shade}`,
        color,
      ]),
    ),
    ...lightVariables('ink', COLORS.ground, COLORS.ink),
    ...lightVariables('clay', COLORS.clayLight, COLORS.ink),
    ...lightVariables('moss', COLORS.mossLight, COLORS.moss),
    ...lightVariables('amber', COLORS.amberLight, COLORS.amber),
    ...lightVariables('brick', COLORS.brickLight, COLORS.brick),
  },
  dark: {},
})

/** `inkSoft` → `ink-soft`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function lightVariables(name: string, ground: string, text: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-light`]: ground,
    [`--mantine-color-${name}-light-hover`]: ground,
    [`--mantine-color-${name}-light-color`]: text,
  }
}

/** The nonce of the page's Content Security Policy, for components that insert style elements. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// Read by the library that Mantine uses to lock scrolling behind dialogs.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
