import { keepFilesPrivate } from '../platform/lib/files.ts'
import { runCommand } from './run-command.ts'

keepFilesPrivate()
process.exitCode = await runCommand(process.argv.slice(2))
