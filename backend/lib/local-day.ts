/** A calendar day such as `2026-11-21`, in the time zone of the machine that runs the shop. */
export function localDay(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
