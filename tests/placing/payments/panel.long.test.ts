import { panel } from './panel.ts'
import { testMode } from './short-trial.ts'

testMode(
  'second sales, expired reservations and charges that settle by themselves leave no cent where it does not belong',
  panel,
  60,
)
