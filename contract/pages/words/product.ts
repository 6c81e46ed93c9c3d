/** What stands about repairs on each product, as long as the family has not changed it. */

export const mendedNote = 'Made to be repaired.'
export const mendedNoteLink = 'How repairs work'
