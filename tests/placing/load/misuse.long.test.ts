import { testMode } from '../short-trial.ts'
import { misuse } from './misuse.ts'

testMode('few of many tried cards reach the gateway, and pages still answer', misuse, 100)
