import { type QueryExecutorProvider, sql } from 'kysely'

/** The drawing beside an answer of the quiz was chosen by its id; answers of the quiz that a shop began with name it now. */
const DRAWINGS: Readonly<Record<string, string>> = {
  school: 'book',
  hybrid: 'bicycle',
  travel: 'mountains',
  light: 'small',
  full: 'large',
  classic: 'patch',
  quiet: 'sunrise',
  outdoors: 'camp',
  surprise: 'gift',
}

type StoredQuiz = { steps: { answers: { id: string; drawing?: string }[] }[] }

export async function up(database: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from shop_settings where key = 'quiz'`.execute(database)
  const quiz: StoredQuiz | null = JSON.parse(rows[0]?.value ?? 'null')
  if (quiz === null) return
  for (const answer of quiz.steps.flatMap(({ answers }) => answers)) {
    const drawing = DRAWINGS[answer.id]
    if (drawing !== undefined) answer.drawing ??= drawing
  }
  await sql`update shop_settings set value = ${JSON.stringify(quiz)} where key = 'quiz'`.execute(database)
}
