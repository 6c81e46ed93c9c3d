/** What each line is for; the photographs have a calm left third for text. */
export const LINE_WORDS: Readonly<Record<string, { text: string; photo: { file: string; alt: string } | null }>> = {
  Campus: {
    text: 'For school. Opens wide, so that nothing hides at the bottom.',
    photo: {
      file: 'line-campus.jpg',
      alt: 'Campus backpack in blue on a desk, with three books, a bottle, a notebook and a pencil case',
    },
  },
  Hybrid: {
    text: 'For work and the way there. Looks right at a desk and on a bike.',
    photo: {
      file: 'line-hybrid.jpg',
      alt: 'Hybrid backpack in grey on a desk, with a laptop, a notebook, a bottle and a zip pouch',
    },
  },
  Nomad: {
    text: 'For the road. A roll top that grows and shrinks with what you take.',
    photo: {
      file: 'line-nomad.jpg',
      alt: 'Nomad backpack in blue on a table, with a rolled jacket, a map, a flask and a zip pouch',
    },
  },
  Accessories: { text: 'The small things that go along, in the same cloth.', photo: null },
}
