/** The defaults of Home, without the texts that the specification quotes. */

export const hero = 'One family, over 40 years of bags that can be repaired.'
export const who = 'One family, one workshop. We’ve been sewing bags for over 40 years.'
export const whoLink = 'Our story'
export const what = 'Backpacks for school, work and the road. Tell us about your days and we’ll find yours.'
export const whatLink = 'Find your backpack'
export const why = 'A bag that fits well is forgotten by noon, and one that can be repaired lasts for years.'
export const whyLink = 'See the collection'
export const closing = 'Over 40 years\u00a0in, still sewing'
export const closingText =
  'Seams are stitched twice, zippers are metal, and the parts that wear out are parts we can replace. Our bags are made to be repaired. When yours needs us, or when you need a bag, write to us.'
export const write = 'Write to us'
export const repairLink = 'How repairs work'
export const storyLink = 'Read our story'
/** The text of a shop without a quiz. */
export const whatPlain = 'What we make is in the shop. If it ever breaks, we repair it.'
export const whatPlainLink = 'See what we make'
