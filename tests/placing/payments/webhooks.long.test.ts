import { testMode } from '../short-trial.ts'
import { webhooks } from './webhooks.ts'

testMode('webhooks in any order, repeated, forged or too early end as the same ones in order', webhooks, 20)
