import { testMode } from '../short-trial.ts'
import { kills } from './kills.ts'

testMode('a shop that is killed in any window of a placement loses no cent and no bag', kills, 7)
