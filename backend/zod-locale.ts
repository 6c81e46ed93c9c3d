import * as z from 'zod/mini'

// Without a locale zod/mini only says "Invalid input". Imported wherever its messages reach a person.
z.config(z.locales.en())
