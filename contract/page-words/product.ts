/** What stands about repairs on each product, as long as the family has not changed it. */

export const mendedNote = 'Made to be mended.'
export const mendedNoteLink = 'How repairs work'
