export type ObservedRequest = { method: string; route: string; status: number; seconds: number }
