/** The default note about repairs on each product. */

export const mendedNote = 'Made to be repaired.'
export const mendedNoteLink = 'How repairs work'
