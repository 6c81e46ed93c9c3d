import program from '../../../package.json' with { type: 'json' }

/** Raised by `npm version`. */
export const PROGRAM_VERSION: string = program.version
