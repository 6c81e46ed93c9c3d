import { misuse } from './misuse.ts'
import { testMode } from './short-trial.ts'

testMode('of many cards that are tried few reach the gateway, and pages answer meanwhile', misuse, 100)
