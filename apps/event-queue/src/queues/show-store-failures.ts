import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, type Observable, throwError } from 'rxjs';
import { storeFailure } from './store-failure.js';

/** While Redis is away, calls are answered with 503 instead of an internal error. */
@Injectable()
export class ShowStoreFailures implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(catchError((error: unknown) => throwError(() => storeFailure(error))));
  }
}
