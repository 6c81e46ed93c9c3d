import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { bumpCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { inTransaction } from '../database/database.ts'
import { requireProduct } from './edit-product.ts'
import { deleteUnsoldProduct, stateWithPlace } from './product-states.ts'

/** Deletes a product that was never sold; 409 for one that an order names, which is hidden instead. */
export async function deleteUnsold(
  { database, clock, actor }: ChangeContext,
  productId: string,
): Promise<{ auditId: number }> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const product = await requireProduct(trx, productId)
    await deleteUnsoldProduct(trx, product)
    const subject = { kind: 'product', id: productId }
    const entry = {
      at: clock(),
      actor,
      action: 'product.deleted',
      subject,
      before: stateWithPlace(product),
      after: null,
    }
    return { auditId: await writeAudit(trx, entry) }
  })
}
