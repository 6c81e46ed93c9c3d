import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../command.ts'

const CONFIGURATION = join(ROOT, 'node_modules/.cache/fallback-fonts.conf')
const FONTS = join(ROOT, 'node_modules/@expo-google-fonts')

/** Free fonts whose characters are exactly as wide as those of the fonts that most shoppers have. */
const NAMES = { 'Arimo Regular': 'Arial', 'Arimo Bold': 'Arial Bold', 'Tinos Bold': 'Times New Roman Bold' }

/**
 * The environment in which a browser on Linux finds Arial and Times New Roman. A page is then laid out alike on
 * every machine, also before its own fonts have come. Other systems bring both.
 */
export function fallbackFontsEnvironment(): Record<string, string> {
  const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(FONTS, 'arimo')}</dir>
  <dir>${join(FONTS, 'tinos')}</dir>
${Object.entries(NAMES).map(nameRule).join('\n')}
</fontconfig>
`
  if (!existsSync(CONFIGURATION) || readFileSync(CONFIGURATION, 'utf8') !== configuration) {
    mkdirSync(dirname(CONFIGURATION), { recursive: true })
    writeFileSync(CONFIGURATION, configuration)
  }
  return { FONTCONFIG_FILE: CONFIGURATION }
}

function nameRule([font, name]: [string, string]): string {
  return `  <match target="scan">
    <test name="fullname"><string>${font}</string></test>
    <edit name="fullname" mode="append"><string>${name}</string></edit>
  </match>`
}
