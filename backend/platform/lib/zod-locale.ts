import * as z from 'zod/mini'

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
}

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const kind = TYPE_NAMES[issue.expected]
    if (issue.input === undefined) return 'is missing'
    return kind && `must be ${kind}`
  }
  if (issue.code === 'too_small' && issue.origin === 'number') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin === 'number') return `must be at most ${issue.maximum}`
  if (issue.code === 'too_small' && issue.minimum === 1) return 'must not be empty'
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have at most ${issue.maximum} characters`
  if (issue.code === 'unrecognized_keys') return `does not know ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  if (issue.code === 'invalid_value') return `must be ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`
  return undefined
}

// Without a locale zod/mini only says "Invalid input".
z.config({ ...z.locales.en(), customError: describeIssue })
