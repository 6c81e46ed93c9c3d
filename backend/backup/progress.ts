/** How far a backup or a restore has come, in rows of all tables. */
export type Progress = { step: 'writing' | 'filling' | 'comparing'; table: string; done: number; total: number }

export type OnProgress = (progress: Progress) => void
