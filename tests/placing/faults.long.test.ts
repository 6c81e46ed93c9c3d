import { faults } from './faults.ts'
import { testMode } from './short-trial.ts'

testMode('answers of the gateway that are lost charge nobody twice and lose no order', faults, 100)
