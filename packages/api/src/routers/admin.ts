import { operations } from '@columnist/contract';
import {
  assignRole,
  checkAudit,
  exportAudit,
  getStats,
  grantProUntil,
  listAudit,
  listRoleUsers,
  listRoles,
  listUsers,
  raiseFileSize,
  removeRole,
  setActive,
  setUp,
} from '@columnist/core';
import { mutation, query } from '../procedure.ts';
import { router } from '../trpc.ts';

const { admin } = operations;

export const adminRouter = router({
  setUp: mutation(admin.setUp, setUp),
  roles: query(admin.roles, listRoles),
  roleUsers: query(admin.roleUsers, listRoleUsers),
  assignRole: mutation(admin.assignRole, assignRole),
  removeRole: mutation(admin.removeRole, removeRole),
  users: query(admin.users, listUsers),
  setActive: mutation(admin.setActive, setActive),
  grantPro: mutation(admin.grantPro, grantProUntil),
  raiseFileSize: mutation(admin.raiseFileSize, raiseFileSize),
  stats: query(admin.stats, getStats),
  audit: query(admin.audit, listAudit),
  exportAudit: query(admin.exportAudit, exportAudit),
  checkAudit: query(admin.checkAudit, checkAudit),
});
