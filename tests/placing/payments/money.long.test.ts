import { money } from './money.ts'
import { testMode } from './short-trial.ts'

testMode('captures, voids and refunds are executed once each although workers die', money, 8)
