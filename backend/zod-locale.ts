import * as z from 'zod/mini'

// Without a language zod/mini says no more than "Invalid input". Imported wherever its words reach a person.
z.config(z.locales.en())
