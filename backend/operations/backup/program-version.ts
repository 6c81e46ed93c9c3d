import program from '../../../package.json' with { type: 'json' }

/** The version of this shop. */
export const PROGRAM_VERSION: string = program.version
