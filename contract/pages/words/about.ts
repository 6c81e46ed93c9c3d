/** The defaults of About, without the titles that the specification quotes. */

export const aboutInSearch = 'Who makes these backpacks, why we started and what we promise. One family, over 40 years.'
export const legacy = 'For over 40 years, our family has made bags. The rest of each bag’s story is yours.'
export const family =
  'A family of makers. We design, sew and repair under one roof, so every repair teaches us how to make the next bag.'
export const idea =
  'Most bags are designed from the front, but the person who carries one feels the other side all day. We start with the straps and the back panel; pockets and looks follow.'
export const built =
  'Edges are stitched twice, zippers are metal. Buckles, zippers and straps are sewn in where a needle can reach them again.'
export const linesLink = 'See all products'
export const answered = 'We answer within'
export const answeredText = 'Whatever your question.'
export const returned = 'Returns within'
export const returnedText = 'Of delivery, if unused.'
export const delivered = 'Free delivery on orders of'
export const deliveredText = 'Or more, in the United States.'
export const mended = 'When a bag wears out'
export const mendedFact = 'We repair it'
export const mendedLink = 'How repairs work'
export const wayOn = 'Find the one your back appreciates'
export const wayOnText = 'If you’re wondering which one fits, or want to sell our bags in your own store, write to us.'
export const wayOnLink = 'See the collection'
export const wayOnWrite = 'Write to us'
