import * as z from 'zod/mini'
import { storedColors } from '../../../catalog/lines/colors.repository.ts'
import { storedLines, storedQuiz } from '../../../catalog/presentation-files.ts'
import { storedMailText } from '../../../mail/texts/mail-texts.repository.ts'
import { parseStoredSetting } from '../../../platform/settings/shop-settings.repository.ts'
import { parseJson } from './column-forms.ts'

const CATALOG_SETTINGS: Readonly<Record<string, z.ZodMiniType>> = {
  lines: storedLines,
  quiz: storedQuiz,
  colors: storedColors,
}

/** Whether this shop can read a setting's row. */
export function isGoodSetting({ key, value }: { key: string; value: string }): boolean {
  const form = key.startsWith('mail.') ? storedMailText : CATALOG_SETTINGS[key]
  if (form !== undefined) return z.safeParse(form, parseJson(value)).success
  try {
    parseStoredSetting(key, value)
    return true
  } catch {
    return false
  }
}
