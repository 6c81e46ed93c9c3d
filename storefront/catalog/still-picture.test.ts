import { expect, it } from 'vitest'
import { stillPicture } from './still-picture.ts'

it('a product is shown in the cart by its first picture that is no video', () => {
  const video = { src: '/images/tour.mp4', alt: null }
  const photo = { src: '/images/front.jpg', alt: 'Front' }
  expect(stillPicture([video, photo])).toBe(photo)
  expect(stillPicture([video])).toBeNull()
})
