import { faults } from './faults.ts'
import { testMode } from './short-trial.ts'

testMode('answers of the gateway that are lost charge no one twice and lose no order', faults, 60)
