/** The keys of a value that has exactly those of its type, such as a table of constants. */
export function keysOf<T extends object>(value: T): (keyof T & string)[] {
  // TypeScript types them as any texts, since a value may have more keys than its type.
  return Object.keys(value) as (keyof T & string)[]
}
