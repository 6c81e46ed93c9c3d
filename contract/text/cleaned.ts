import * as z from 'zod/mini'
import { cleanInput, halfWidth } from './clean-input.ts'
import { cleanEmail } from './plain-signs.ts'

/** Words as they are stored: without unseen characters, outer blanks and full-width letters. */
export const cleanedWords = z.overwrite<string>((text) => halfWidth(cleanInput(text, 'words')).trim())

/** An email address as it is stored, and as emails are sent to it. */
export const cleanedEmail = z.overwrite<string>(cleanEmail)

export const cleanedCode = z.overwrite<string>((text) => cleanInput(text, 'code'))
