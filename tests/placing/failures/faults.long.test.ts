import { testMode } from '../short-trial.ts'
import { faults } from './faults.ts'

testMode('answers of the gateway that are lost charge no one twice and lose no order', faults, 60)
