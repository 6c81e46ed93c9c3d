export const mendedNote = 'Made to be repaired.'
export const mendedNoteLink = 'How repairs work'
