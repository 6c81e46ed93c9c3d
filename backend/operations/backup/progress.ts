/** Progress of a backup or restore, in rows over all tables. */
export type Progress = { step: 'writing' | 'filling' | 'comparing'; table: string; done: number; total: number }

export type OnProgress = (progress: Progress) => void
