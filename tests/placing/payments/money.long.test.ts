import { testMode } from '../short-trial.ts'
import { money } from './money.ts'

testMode('captures, voids and refunds are executed once each although workers die', money, 8)
