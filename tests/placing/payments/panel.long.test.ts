import { testMode } from '../short-trial.ts'
import { panel } from './panel.ts'

testMode(
  'second sales, expired reservations and charges that settle by themselves leave no cent where it does not belong',
  panel,
  60,
)
