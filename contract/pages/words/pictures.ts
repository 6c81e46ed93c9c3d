export const heroAlt = 'Three backpacks side by side, two blue and one grey'
export const closingAlt =
  'A grey backpack on a wooden workbench, with thread spools, webbing, rivets, leather and an awl'
export const aboutAlt = 'Three backpacks on wooden pegs at a plaster wall in afternoon light'
export const partsAlt =
  'Parts of a backpack laid out on paper: strap, handle, buckles, rings, patches, zippers, webbing, thread and a needle'
export const signInAlt = "Close-up of a duffel's leather-wrapped handles and its two zipper pulls"
export const ordersAlt = 'Two backpacks side by side'
export const strapAlt = 'Close-up of a webbing strap and buckle on blue heather fabric'
export const sideAlt = 'Close-up of the side of a grey bag: compression straps with buckles over a mesh pocket'
export const zipperAlt = 'Close-up of blue heather fabric, a metal zipper and its leather pull'
export const handlesAlt = 'Close-up of leather-wrapped handles and two zipper pulls on blue heather fabric'
