/** A file as the text of one script: `build/inline-script.ts`. */
declare module '*?script' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: as imports with a suffix have it.
  export default text
}
