/** For example `# 100001`, never broken between sign and number. */
export function formatOrderNumber(orderId: string): string {
  return `#\u00a0${orderId}`
}

/** A text in which numbers of orders stand, such as the subject of a mail, without a break inside them. */
export function keepNumbersWhole(text: string): string {
  return text.replaceAll(/# (?=\d)/g, '#\u00a0')
}
