import { testMode } from '../short-trial.ts'
import { scarce } from './scarce.ts'

testMode('200 shoppers for 3 pieces are 3 orders', scarce, 1)
