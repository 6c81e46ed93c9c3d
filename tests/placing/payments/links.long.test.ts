import { testMode } from '../short-trial.ts'
import { links } from './links.ts'

testMode('an order that is paid by its link, also by two at once, is paid once whatever dies', links, 7)
