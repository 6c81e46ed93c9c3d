import program from '../../../package.json' with { type: 'json' }

/** The version of this program, which `npm version` raises. */
export const PROGRAM_VERSION: string = program.version
