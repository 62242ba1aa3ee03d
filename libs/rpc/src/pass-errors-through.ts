import { Catch, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Passes every error of a handler to NatsRpcServer unchanged. Nest's own filter would flatten it to "Internal server error". */
@Catch()
export class PassErrorsThrough implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
