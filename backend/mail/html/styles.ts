/** As in the storefront's tokens. */
const LIGHT_COLORS = {
  paper: '#f7f3ec',
  card: '#fffdf9',
  ink: '#1d2a36',
  soft: '#4d5b66',
  line: '#e2dacd',
  clay: '#a3542b',
} as const

const DARK_COLORS = {
  paper: '#151c23',
  card: '#1f2932',
  ink: '#f4efe6',
  soft: '#b9c2c9',
  line: '#3b4853',
  clay: '#f0c9b1',
} as const satisfies Record<keyof typeof LIGHT_COLORS, string>

/** Outlook on Windows takes the first or none. */
const TEXT_FONTS = 'Segoe UI,-apple-system,Roboto,Helvetica,Arial,sans-serif'
const DISPLAY_FONTS = 'Georgia,Times New Roman,serif'

/** Most email programs only support these attributes; no quotation marks in them. */
export const ELEMENT_STYLES = {
  body: `margin:0;padding:0;background-color:${LIGHT_COLORS.paper};-webkit-text-size-adjust:100%`,
  page: `background-color:${LIGHT_COLORS.paper}`,
  card: `padding:32px 32px 16px;background-color:${LIGHT_COLORS.card};border:1px solid ${LIGHT_COLORS.line};border-radius:10px;font:16px/1.55 ${TEXT_FONTS};color:${LIGHT_COLORS.ink}`,
  name: `font:600 21px/1.2 ${DISPLAY_FONTS};color:${LIGHT_COLORS.ink};text-decoration:none`,
  title: `margin:0 0 20px;overflow-wrap:anywhere;font:600 26px/1.22 ${DISPLAY_FONTS};color:${LIGHT_COLORS.ink}`,
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  list: 'margin:0 0 16px;padding:0 0 0 20px',
  entry: 'margin:0 0 4px',
  quote: `margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${LIGHT_COLORS.line};color:${LIGHT_COLORS.soft};overflow-wrap:anywhere`,
  table: 'margin:0 0 16px',
  cell: `padding:10px 0;border-top:1px solid ${LIGHT_COLORS.line};overflow-wrap:anywhere;font:16px/1.45 ${TEXT_FONTS};color:${LIGHT_COLORS.ink}`,
  /** One of many: shorter. */
  row: `padding:6px 0;overflow-wrap:anywhere;border-top:1px solid ${LIGHT_COLORS.line};font:15px/1.4 Arial;color:${LIGHT_COLORS.ink}`,
  amount: 'text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;padding-left:12px',
  sum: `padding:4px 0;overflow-wrap:anywhere;font:16px/1.45 ${TEXT_FONTS};color:${LIGHT_COLORS.soft}`,
  firstSum: `padding:10px 0 4px;overflow-wrap:anywhere;border-top:1px solid ${LIGHT_COLORS.line};font:16px/1.45 ${TEXT_FONTS};color:${LIGHT_COLORS.soft}`,
  total: `padding:10px 0 4px;border-top:1px solid ${LIGHT_COLORS.line};font:600 18px/1.45 ${TEXT_FONTS};color:${LIGHT_COLORS.ink}`,
  label: `padding:4px 16px 4px 0;white-space:nowrap;font:15px/1.5 ${TEXT_FONTS};color:${LIGHT_COLORS.soft}`,
  fact: `padding:4px 0;font:16px/1.45 ${TEXT_FONTS};color:${LIGHT_COLORS.ink};overflow-wrap:anywhere`,
  picture: `display:block;border:0;border-radius:6px;font:11px/1.3 ${TEXT_FONTS};color:${LIGHT_COLORS.soft};overflow:hidden`,
  noPicture: `width:64px;height:64px;border-radius:6px;border:1px solid ${LIGHT_COLORS.line};box-sizing:border-box`,
  strong: `color:${LIGHT_COLORS.ink}`,
  soft: `color:${LIGHT_COLORS.soft}`,
  button: `border-radius:8px;background-color:${LIGHT_COLORS.ink};mso-padding-alt:14px 26px`,
  buttonLink: `display:inline-block;padding:14px 26px;font:600 16px/1.25 ${TEXT_FONTS};color:${LIGHT_COLORS.card};text-decoration:none;border-radius:8px`,
  link: `color:${LIGHT_COLORS.clay};text-decoration:underline`,
  footer: `padding:24px 32px 8px;font:14px/1.6 ${TEXT_FONTS};color:${LIGHT_COLORS.soft}`,
} as const

export const PAPER_COLOR = LIGHT_COLORS.paper
export const INK_COLOR = LIGHT_COLORS.ink

/** By class. */
const DARK_RULES: readonly (readonly [selector: string, rule: string])[] = [
  ['.m-page', `background-color:${DARK_COLORS.paper}!important`],
  ['.m-card', `background-color:${DARK_COLORS.card}!important`],
  ['.m-line', `border-color:${DARK_COLORS.line}!important`],
  ['.m-ink', `color:${DARK_COLORS.ink}!important`],
  ['.m-soft', `color:${DARK_COLORS.soft}!important`],
  ['.m-link', `color:${DARK_COLORS.clay}!important`],
  ['.m-button', `background-color:${DARK_COLORS.ink}!important`],
  ['.m-button-link', `color:${DARK_COLORS.paper}!important`],
]

const rules = (prefix: string) => DARK_RULES.map(([selector, rule]) => `${prefix}${selector}{${rule}}`).join('')

export const STYLE_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.m-pad{padding:24px 20px 8px!important}.m-foot{padding:24px 20px 8px!important}}',
  `@media (prefers-color-scheme:dark){${rules('')}}`,
].join('')

/** For Outlook on the web and on phones; separate, since Gmail drops a sheet with such selectors. */
export const OUTLOOK_SHEET = rules('[data-ogsc] ') + rules('[data-ogsb] ')
