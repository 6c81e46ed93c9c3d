import { PROGRAM_VERSION } from '../lib/program-version.ts'

type Program = {
  command: string
  does: string
  flags?: Readonly<Record<string, string>>
  /** With a value, such as `--rounds 5`. */
  options?: Readonly<Record<string, { does: string; value: RegExp }>>
  others?: RegExp
  more?: string | undefined
}

/** Parses the program's flags. After `--help` or an unknown argument it prints help and exits. */
export function readFlags(program: Program): ReadonlySet<string> {
  const args = process.argv.slice(2)
  if (args.includes('--version')) {
    console.info(PROGRAM_VERSION)
    process.exit(0)
  }
  const refusal = refusalOf(program, args)
  if (refusal === null) return new Set(args)
  if (refusal.code === 0) console.info(refusal.text)
  else console.error(refusal.text)
  process.exit(refusal.code)
}

/** The output instead of running, with the exit code; `null` for a program that may run. */
export function refusalOf(
  { command, does, flags = {}, options = {}, others, more }: Program,
  args: readonly string[],
): { text: string; code: 0 | 2 } | null {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    const withValue = Object.entries(options).map(([flag, option]) => [`${flag} …`, option.does])
    const lines = Object.entries({
      ...flags,
      ...Object.fromEntries(withValue),
      '--help': 'Prints this.',
      '--version': 'Prints the version.',
    }).map(([flag, text]) => `  ${flag}  ${text}`)
    const below = more === undefined ? [] : ['', more]
    return { text: [`Usage: ${command}`, '', does, '', ...lines, ...below].join('\n'), code: 0 }
  }
  const words = args.flatMap((arg) => {
    const [flag = '', ...value] = arg.split('=')
    return Object.hasOwn(options, flag) ? [flag, ...value] : [arg]
  })
  const isTaken = (arg: string, index: number) => {
    const before = words[index - 1] ?? ''
    if (Object.hasOwn(options, before)) return options[before]?.value.test(arg) === true
    const isLast = index === words.length - 1
    return Object.hasOwn(flags, arg) || (Object.hasOwn(options, arg) && !isLast) || others?.test(arg) === true
  }
  const unknown = words.find((arg, index) => !isTaken(arg, index))
  if (unknown === undefined) return null
  return { text: `"${command}" takes no argument "${unknown}"; with --help it says how it is used.`, code: 2 }
}
