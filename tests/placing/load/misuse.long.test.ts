import { misuse } from './misuse.ts'
import { testMode } from './short-trial.ts'

testMode('few of many tried cards reach the gateway, and pages still answer', misuse, 100)
