/** The package has no types of its own; this is the part of its README that `subset-fonts.ts` uses. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    variationAxes: Record<string, number | { min: number; max: number }>
    keepFeatures: readonly string[]
  }
  function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>

  // biome-ignore lint/style/noDefaultExport: what the package exports.
  export { subsetFont as default }
}
