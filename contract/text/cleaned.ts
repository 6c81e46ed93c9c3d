import * as z from 'zod/mini'
import { cleanInput, halfWidth } from './clean-input.ts'
import { cleanEmail } from './plain-signs.ts'

export const cleanedWords = z.overwrite<string>((text) => halfWidth(cleanInput(text, 'words')).trim())

export const cleanedEmail = z.overwrite<string>(cleanEmail)

export const cleanedCode = z.overwrite<string>((text) => cleanInput(text, 'code'))
