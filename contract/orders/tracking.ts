/** Numbers of parcels of one order, and characters of all of them together. */
const MAX_PARCELS = 10
export const TRACKING_LENGTH = 400

/** Letters, digits, blanks, dots, slashes and dashes, at most 100. */
export const TRACKING_NUMBER = /^[\p{L}\p{N} ._/-]{1,100}$/u

/** The numbers of an order's parcels; most orders have one. */
export function listTrackingNumbers(text: string): string[] {
  return text
    .split(',')
    .map((number) => number.trim())
    .filter((number) => number !== '')
}

/** The numbers as they are stored and shown. */
export function joinTrackingNumbers(numbers: readonly string[]): string {
  return numbers.join(', ')
}

/** Whether a text is the number of a parcel, or several with commas between them. */
export function areTrackingNumbers(text: string): boolean {
  const numbers = listTrackingNumbers(text)
  return (
    text.length <= TRACKING_LENGTH &&
    numbers.length > 0 &&
    numbers.length <= MAX_PARCELS &&
    numbers.every((number) => TRACKING_NUMBER.test(number))
  )
}
