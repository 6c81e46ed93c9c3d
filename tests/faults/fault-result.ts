/** What a fault of the long form did, as a row of its table. */
export type FaultResult = { fault: string; seen: string; passed: boolean }
